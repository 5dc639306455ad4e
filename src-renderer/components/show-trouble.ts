/**
 * Scrolls to the first invalid field of a form and focuses it. In a long form the button is far from the first field,
 * so without this a press would seem to do nothing.
 */
export function showTrouble(form: HTMLElement): void {
  // Runs after the errors are drawn.
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  })
}
