/**
 * Leads to the first field of a form that was not sent because of what stands in it. A long form's button is far from
 * its first field, and pressing it would seem to do nothing.
 */
export function showTrouble(form: HTMLElement): void {
  // Once it is drawn what is wrong.
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-missing]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  })
}
