/** The app's pages, each with its own origin: the terminal's and the customer's windows cannot reach the POS page. */
export const posOrigin = 'app://pos'
export const terminalOrigin = 'app://terminal'
export const displayOrigin = 'app://display'

/** Whether an address is on exactly this origin, and does not only resemble it. */
export function isOn(origin: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  // Node reports the origin of every custom scheme as "null", so the parts are compared.
  return (
    `${url.protocol}//${url.host}` === origin &&
    url.username === '' &&
    url.password === '' &&
    // `app://pos.evil` and `app://pos:1` have another host; `app:/pos` and `app:pos` have none.
    address.startsWith(`${origin}/`)
  )
}
