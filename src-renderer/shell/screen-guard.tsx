import { Component, type ReactNode } from 'react'
import { closeDialog } from '../stores/dialog-store.ts'
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

  /** The dialog that was open may be what broke. It is not drawn again, and takes no keys meanwhile. */
  override componentDidCatch(): void {
    closeDialog()
  }

  drawAgain = (): void => this.setState({ broken: false })

  override render(): ReactNode {
    return this.state.broken ? <BrokenScreen onDrawAgain={this.drawAgain} /> : this.props.children
  }
}
