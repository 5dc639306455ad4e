let isPressed = false
const set = (next: boolean): void => {
  isPressed = next
}
addEventListener('pointerdown', () => set(true), true)
addEventListener('pointerup', () => set(false), true)
addEventListener('pointercancel', () => set(false), true)

/**
 * Runs once nothing is being pressed any more. What appears below a field that is left would push a button away between
 * press and release, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!isPressed) {
    run()
    return
  }
  const released = (): void => {
    removeEventListener('pointerup', released)
    removeEventListener('pointercancel', released)
    // The click comes first.
    setTimeout(run)
  }
  addEventListener('pointerup', released)
  addEventListener('pointercancel', released)
}
