import { MantineProvider } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { Cashier } from '../cashier/cashier.tsx'
import { useDialogStore } from '../stores/dialog-store.ts'
import { useSnapshot, useSnapshotStore } from '../stores/snapshot-store.ts'
import { theme } from '../theme/theme.ts'
import style from './app.module.css'
import { BootScreen } from './boot-screen.tsx'
import { useScheme } from './color-scheme.ts'
import { ScreenGuard } from './screen-guard.tsx'
import { ServiceBar } from './service-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** Dialogs, and the parts of Mantine that only they use, come after the first screen stands. */
const loadDialogs = () => import('./dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))

export function App() {
  const known = useSnapshotStore(({ snapshot }) => snapshot !== null)
  return known ? <Counter /> : <BootScreen />
}

function Counter() {
  const scheme = useScheme(useSnapshot((snapshot) => snapshot.settings.color_scheme))
  return (
    // Mantine would write its variables into a style element, which the content security policy refuses:
    // theme/tokens.css and dialogs.css hold them instead.
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <div className={style.app}>
        <ScreenGuard>
          <TopBar />
          <ServiceBar />
          <Cashier />
        </ScreenGuard>
      </div>
      <DialogPlace />
    </MantineProvider>
  )
}

function DialogPlace() {
  const open = useDialogStore((state) => state.open)
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadDialogs())
    return () => cancelIdleCallback(idle)
  }, [])
  return open === null ? null : (
    <Suspense>
      <Dialogs open={open} />
    </Suspense>
  )
}
