/** The pages of the app, each an origin of its own: the terminal's window and the customer's reach nothing of the POS. */
export const posOrigin = 'app://pos'
export const terminalOrigin = 'app://terminal'
export const displayOrigin = 'app://display'

/** True for addresses on exactly this origin. Everything that merely looks like it is false. */
export function isOn(origin: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  // Node calls the origin of every scheme of one's own "null", so its parts are compared.
  return (
    `${url.protocol}//${url.host}` === origin &&
    url.username === '' &&
    url.password === '' &&
    // `app://pos.evil` and `app://pos:1` have another host; `app:/pos` and `app:pos` have none.
    address.startsWith(`${origin}/`)
  )
}
