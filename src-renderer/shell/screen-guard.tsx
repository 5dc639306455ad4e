import { Component, type ReactNode } from 'react'
import { BrokenScreen } from './boot-screen.tsx'

interface ScreenGuardState {
  readonly broken: boolean
}

/** An error while drawing must not leave an empty window in the middle of a payment. React knows no hook for it. */
export class ScreenGuard extends Component<{ readonly children: ReactNode }, ScreenGuardState> {
  override state: ScreenGuardState = { broken: false }

  static getDerivedStateFromError(): ScreenGuardState {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? (
      <BrokenScreen onDrawAgain={() => this.setState({ broken: false })} />
    ) : (
      this.props.children
    )
  }
}
