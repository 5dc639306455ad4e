/**
 * What a page that takes a card is served under. Scripts and requests stay with the service's own origin, no text
 * becomes a script (Trusted Types), the address is no other server's to know, and no stranger's page may frame it.
 * @param more directives that this page needs besides
 */
export function pageHeaders(
  styleHash: string,
  framedBy: 'nobody' | 'anybody',
  ...more: readonly string[]
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    ...more,
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
    ...(framedBy === 'nobody' ? { 'x-frame-options': 'DENY' } : framedHeaders),
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

/** Pages that keep to themselves (COEP) frame only what does so too, and says that it may be framed. */
const framedHeaders: Readonly<Record<string, string>> = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
}

const sdkTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** For pages of any origin, which check by `integrity` what they got. Asked for anew: a version is mended in its place. */
export const sdkHeaders = (name: string): Record<string, string> => ({
  ...commonHeaders,
  'content-type': sdkTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
})

const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
