import { parseArgs } from 'node:util'

const options = {
  port: { type: 'string', default: '8080' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: 'data' },
  sandbox: { type: 'boolean', default: false },
  processor: { type: 'string' },
  currency: { type: 'string' },
  'bank-delay': { type: 'string' },
  'play-money': { type: 'boolean', default: false },
  'rate-limit': { type: 'string' },
  'check-replies': { type: 'boolean', default: false },
  'confirm-clock': { type: 'boolean', default: false },
  'claim-keys': { type: 'string' },
  'trusted-proxy': { type: 'string' },
  'public-url': { type: 'string' },
  'node-url': { type: 'string' },
  'applications-url': { type: 'string', multiple: true },
  'checkout-days': { type: 'string' },
  'private-webhooks': { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean', default: false },
  'print-openapi': { type: 'boolean', default: false },
  'write-reference': { type: 'string' },
  forward: { type: 'string' },
  service: { type: 'string', default: 'http://127.0.0.1:8080' },
  help: { type: 'boolean', default: false },
} as const

/** @throws for an unknown option, or one without its value. */
export const parseOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, strict: true, allowPositionals: true })

/** The options as they were given. */
export type OptionValues = ReturnType<typeof parseOptions>['values']
