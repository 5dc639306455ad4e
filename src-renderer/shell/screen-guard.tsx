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

/** An error boundary: a rendering error must not leave an empty window during a payment. React has no hook for it. */
export class ScreenGuard extends Component<{ readonly children: ReactNode }, ScreenGuardState> {
  override state: ScreenGuardState = { failure: null }

  static getDerivedStateFromError = failureOf

  /** A screen that fails again right after a redraw needs a page reload. */
  private isDrawnAgain = false
  private closed: (() => void) | null = null

  /** The open dialog may have failed. No dialog opens until the screen is back: it would keep the keys from it. */
  override componentDidCatch(): void {
    closeDialog()
    this.closed ??= useDialogStore.subscribe(({ open }) => open !== null && closeDialog())
  }

  drawAgain = (): void => {
    this.closed?.()
    this.closed = null
    // A part that was not loaded cannot be drawn by this page; the counter works without it.
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

/** Throws during rendering what failed outside rendering. */
function LoadedOutside() {
  const error = useNotLoaded((state) => state.error)
  if (error !== null) throw error
  return null
}

/** If a notice cannot be loaded, a line replaces it, so that the sale keeps its screen. */
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
