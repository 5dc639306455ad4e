/** Why the sign-in page is shown. */
export type SignInReason = 'first' | 'expired' | 'ended' | 'signed_out'

const place = 'countertop.portal.until'

/** Remembers until when this browser is signed in, so that the next page can say why it no longer is. No secret. */
export interface SessionMark {
  remember(until: string): void
  forget(): void
  reason(now: number): SignInReason
}

/** @param storage null where the browser keeps nothing */
export const createSessionMark = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
): SessionMark => ({
  remember: (until) => storage?.setItem(place, until),
  forget: () => storage?.removeItem(place),
  reason(now) {
    const until = Date.parse(storage?.getItem(place) ?? '')
    if (Number.isNaN(until)) return 'first'
    return now >= until ? 'expired' : 'ended'
  },
})
