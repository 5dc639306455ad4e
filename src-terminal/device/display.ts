import type { DeviceClock } from './device-clock.ts'
import type { Screen } from './screen-state.ts'

/** What the screen shows, and for how long. */
export interface Display {
  screen(): Screen
  show(screen: Screen): void
  /** Shows a screen for so long, ms, then what stands there when nothing happens. */
  showFor(screen: Screen, milliseconds: number): void
  /** Back to what stands there when nothing happens. */
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
