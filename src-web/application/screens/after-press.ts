let isPressed = false
const set = (next: boolean): void => {
  isPressed = next
}
addEventListener('pointerdown', () => set(true), true)
addEventListener('pointerup', () => set(false), true)
addEventListener('pointercancel', () => set(false), true)

/**
 * Runs once no pointer is pressed. Text that appears below the left field would move a button between press and
 * release, and the click would be lost.
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
