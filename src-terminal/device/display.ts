import type { DeviceClock } from './device-clock.ts'
import type { Screen } from './screen-state.ts'

/** The content of the screen, and how long it stays. */
export interface Display {
  screen(): Screen
  show(screen: Screen): void
  /** Shows a screen for this time, in ms, then the idle screen. */
  showFor(screen: Screen, milliseconds: number): void
  /** Shows the idle screen. */
  rest(): void
}

export function createDisplay(
  clock: DeviceClock,
  home: () => Screen,
  onShow: (screen: Screen) => void,
): Display {
  let screen = home()
  let stopTimer = () => {}
  const show = (next: Screen) => {
    stopTimer()
    stopTimer = () => {}
    const same = JSON.stringify(next) === JSON.stringify(screen)
    screen = next
    if (!same) onShow(next)
  }
  return {
    screen: () => screen,
    show,
    showFor(next, milliseconds) {
      show(next)
      stopTimer = clock.after(milliseconds, () => show(home()))
    },
    rest: () => show(home()),
  }
}
