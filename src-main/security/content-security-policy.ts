import { displayOrigin, posOrigin, terminalOrigin } from './origins.ts'

/** Allows only what is listed. Sources are listed by host, so that another page of the app does not count as self. */
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

/** POS page and customer's display use IPC only; the virtual terminal connects to the service on this computer. */
export const contentSecurityPolicies: Readonly<Record<string, string>> = {
  [posOrigin]: directives(posOrigin, "'none'"),
  [displayOrigin]: directives(displayOrigin, "'none'"),
  [terminalOrigin]: directives(terminalOrigin, 'http://127.0.0.1:* ws://127.0.0.1:*'),
}
