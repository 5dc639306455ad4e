import { Component, type ReactNode } from 'react'
import { NotLoaded, useNotLoaded } from '../components/not-loaded.ts'
import { closeDialog, useDialogStore } from '../stores/dialog-store.ts'
import { toCounter } from '../stores/place-store.ts'
import { BrokenScreen, ReloadScreen } from './boot-screen.tsx'

type Failure = 'not_drawn' | 'not_loaded'

interface ScreenGuardState {
  readonly failure: Failure | null
}

const failureOf = (error: unknown): ScreenGuardState => ({
  failure: error instanceof NotLoaded ? 'not_loaded' : 'not_drawn',
})

/** An error while drawing, a screen or a dialog, must not leave an empty window in the middle of a payment. React knows no hook for it. */
export class ScreenGuard extends Component<{ readonly children: ReactNode }, ScreenGuardState> {
  override state: ScreenGuardState = { failure: null }

  static getDerivedStateFromError = failureOf

  /** What fails again as soon as it is drawn again needs another page. */
  private isDrawnAgain = false
  private closed: (() => void) | null = null

  /** The dialog that was open may be what broke. None is drawn until the screen is: one that is open would keep the keys from it. */
  override componentDidCatch(): void {
    closeDialog()
    this.closed ??= useDialogStore.subscribe(({ open }) => open !== null && closeDialog())
  }

  drawAgain = (): void => {
    this.closed?.()
    this.closed = null
    // What could not be loaded cannot be drawn by this page: at the counter it is not needed.
    if (this.state.failure === 'not_loaded' || this.isDrawnAgain) toCounter()
    this.isDrawnAgain = true
    useNotLoaded.setState({ error: null })
    this.setState({ failure: null })
  }

  override render(): ReactNode {
    switch (this.state.failure) {
      case 'not_drawn':
        return this.isDrawnAgain ? (
          <ReloadScreen title="screenFailed" onDrawAgain={this.drawAgain} />
        ) : (
          <BrokenScreen onDrawAgain={this.drawAgain} />
        )
      case 'not_loaded':
        return <ReloadScreen title="notLoaded" onDrawAgain={this.drawAgain} />
      default:
        return (
          <>
            <LoadedOutside />
            {this.props.children}
          </>
        )
    }
  }
}

/** Throws while it draws what failed while nothing was drawn. */
function LoadedOutside() {
  const error = useNotLoaded((state) => state.error)
  if (error !== null) throw error
  return null
}

/** A notice that cannot be loaded takes no screen from a sale: a line in its place says so. */
export class NoticeGuard extends Component<
  { readonly children: ReactNode; readonly instead: ReactNode },
  ScreenGuardState
> {
  override state: ScreenGuardState = { failure: null }

  static getDerivedStateFromError = failureOf

  override render(): ReactNode {
    return this.state.failure === null ? this.props.children : this.props.instead
  }
}
