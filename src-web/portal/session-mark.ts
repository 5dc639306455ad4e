/** Why the sign-in page is shown. */
export type SignInReason = 'first' | 'expired' | 'ended' | 'signed_out'

const place = 'countertop.portal.until'

/** Stores the end of this browser's session, so that the sign-in page can explain why it ended. Contains no secret. */
export interface SessionMark {
  remember(until: string): void
  forget(): void
  reason(now: number): SignInReason
}

/** @param storage null if the browser stores nothing */
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
