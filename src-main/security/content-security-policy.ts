import { displayOrigin, posOrigin, terminalOrigin } from './origins.ts'

/** Nothing is allowed but what is named. Sources are named by host, so that no other page of the app counts as self. */
const directives = (origin: string, connect: string): string =>
  [
    "default-src 'none'",
    `script-src ${origin}`,
    `style-src ${origin}`,
    `font-src ${origin}`,
    `img-src ${origin} data:`,
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "worker-src 'none'",
  ].join('; ')

/** The POS page and the customer's display talk to main by IPC only; the virtual terminal dials the service on this computer. */
export const contentSecurityPolicies: Readonly<Record<string, string>> = {
  [posOrigin]: directives(posOrigin, "'none'"),
  [displayOrigin]: directives(displayOrigin, "'none'"),
  [terminalOrigin]: directives(terminalOrigin, 'http://127.0.0.1:* ws://127.0.0.1:*'),
}
