/**
 * Returns the headers of a page that takes a card. Scripts and requests are limited to the service's own origin, text
 * cannot become a script (Trusted Types), and the URL is not sent to other servers.
 * @param framedBy who may show the page in a frame
 * @param more additional directives that this page needs
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
    // Revalidated each time, with 304 while unchanged, because the page names the scripts of this version.
    'cache-control': 'no-cache',
  }
}

/** The name of an asset changes with its content, so it can be cached for ever. */
export const assetHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** A page with COEP frames only pages that have COEP too and that allow being framed (CORP). */
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

/** For pages of any origin, which check the files by `integrity`. Revalidated, because a version is fixed in place. */
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
