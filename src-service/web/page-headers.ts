/**
 * What a page that takes a card is served under. Scripts and requests stay with the service's own origin, no text
 * becomes a script (Trusted Types), the address is no other server's to know, and no stranger's page may frame it.
 */
export function pageHeaders(styleHash: string, framedBy: 'nobody' | 'anybody'): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy === 'nobody' ? "'none'" : '*'}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(framedBy === 'nobody' ? { 'x-frame-options': 'DENY' } : {}),
    // Asked for anew each time, and answered with 304 while it is the same: it names the scripts of this version.
    'cache-control': 'no-cache',
  }
}

/** A name that changes with what is in it is good for ever. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
