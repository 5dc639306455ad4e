import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Cashier } from '../cashier/cashier.tsx'
import { useDialogStore } from '../stores/dialog-store.ts'
import { useSnapshot, useSnapshotStore } from '../stores/snapshot-store.ts'
import style from './app.module.css'
import { BootScreen } from './boot-screen.tsx'
import { type Scheme, useScheme } from './color-scheme.ts'
import { ScreenGuard } from './screen-guard.tsx'
import { ServiceBar } from './service-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** Dialogs, and Mantine, which only they use, come after the first screen stands. */
const loadDialogs = () => import('./dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))

export function App() {
  const known = useSnapshotStore(({ snapshot }) => snapshot !== null)
  return known ? <Counter /> : <BootScreen />
}

function Counter() {
  const scheme = useScheme(useSnapshot((snapshot) => snapshot.settings.color_scheme))
  // The attribute is Mantine's: its components, which come later, read the same one as theme/tokens.css.
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  return (
    <>
      <div className={style.app}>
        <ScreenGuard>
          <TopBar />
          <ServiceBar />
          <Cashier />
        </ScreenGuard>
      </div>
      <DialogPlace scheme={scheme} />
    </>
  )
}

function DialogPlace({ scheme }: { readonly scheme: Scheme }) {
  const open = useDialogStore((state) => state.open)
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadDialogs())
    return () => cancelIdleCallback(idle)
  }, [])
  return open === null ? null : (
    <Suspense>
      <Dialogs open={open} scheme={scheme} />
    </Suspense>
  )
}
