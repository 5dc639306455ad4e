import { Component, type ReactNode } from 'react'
import { closeDialog, useDialogStore } from '../stores/dialog-store.ts'
import { BrokenScreen } from './boot-screen.tsx'

interface ScreenGuardState {
  readonly broken: boolean
}

/** An error while drawing, a screen or a dialog, must not leave an empty window in the middle of a payment. React knows no hook for it. */
export class ScreenGuard extends Component<{ readonly children: ReactNode }, ScreenGuardState> {
  override state: ScreenGuardState = { broken: false }

  static getDerivedStateFromError(): ScreenGuardState {
    return { broken: true }
  }

  private closed: (() => void) | null = null

  /** The dialog that was open may be what broke. None is drawn until the screen is: one that is open would keep the keys from it. */
  override componentDidCatch(): void {
    closeDialog()
    this.closed ??= useDialogStore.subscribe(({ open }) => open !== null && closeDialog())
  }

  drawAgain = (): void => {
    this.closed?.()
    this.closed = null
    this.setState({ broken: false })
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenScreen onDrawAgain={this.drawAgain} /> : this.props.children
  }
}
