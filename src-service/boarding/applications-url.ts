import { err, ok, type Result } from '../../src-shared/result.ts'

/** Base URLs of the application forms: a partner's own, else the one for all, else that of the payment pages. */
export interface ApplicationsUrls {
  readonly all: string | null
  readonly ofPartners: Readonly<Record<string, string>>
}

export const noApplicationsUrls: ApplicationsUrls = { all: null, ofPartners: {} }

/**
 * @param given `URL`, or `PARTNER=URL` for the applicants of one partner
 * @param readUrl returns a sentence as the error for an invalid URL
 */
export function readApplicationsUrls(
  given: readonly string[],
  readUrl: (text: string) => Result<string, string>,
): Result<ApplicationsUrls, string> {
  let urls = noApplicationsUrls
  for (const text of given) {
    const [, partner = null, address = text] = /^(ptn_\w+)=(.*)$/.exec(text) ?? []
    const url = readUrl(address)
    if (!url.ok) return url
    const isKnown = partner === null ? urls.all !== null : urls.ofPartners[partner] !== undefined
    if (isKnown) return err(`--applications-url: ${partner ?? 'all applicants'} can have one address only`)
    urls =
      partner === null
        ? { ...urls, all: url.value }
        : { ...urls, ofPartners: { ...urls.ofPartners, [partner]: url.value } }
  }
  return ok(urls)
}

export const applicationsUrlFor = (
  { all, ofPartners }: ApplicationsUrls,
  partnerId: string | null | undefined,
): string | null => (partnerId == null ? null : ofPartners[partnerId]) ?? all
