import { type Currency, currencies, knownCurrency } from '../../src-shared/currency.ts'
import { addressProblem } from '../../src-shared/service-address.ts'
import { managedProfilePath } from '../profile/managed-profile-path.ts'
import type { ServiceAddress } from '../terminal/service-access.ts'

/**
 * Settings read from environment variables, for tests, support and later the installer. None is a secret on the disk.
 *
 *   COUNTERTOP_USER_DATA          another folder for settings, journal, logs and the embedded service's data
 *   COUNTERTOP_SERVICE_URL        an outside service instead of the embedded one; then also
 *   COUNTERTOP_API_KEY, COUNTERTOP_ACCOUNT_ID, COUNTERTOP_MERCHANT_ID
 *   COUNTERTOP_MANAGED_PROFILE    what the organisation sets, in place of the system's own file
 *   COUNTERTOP_HSN                the terminal to use; without it the merchant's first one
 *   COUNTERTOP_SERIAL_PORTS       serial ports whose terminals are bridged to the service, separated by commas
 *   COUNTERTOP_CURRENCY           the currency of training: USD (default) or CAD
 *   COUNTERTOP_VIRTUAL_TERMINAL   `none`: training without the virtual terminal's window
 */
export interface Environment {
  readonly userData: string | null
  readonly outside: ServiceAddress | null
  readonly managedProfile: string
  readonly hsn: string | null
  /** The currency of training; null: the one it already uses. */
  readonly currency: Currency | null
  readonly serialPorts: readonly string[]
  readonly virtualTerminalWindow: boolean
}

/** @throws when an outside service is only partly configured: falling back to the embedded one would be a surprise */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const value = (name: string): string | null => env[`COUNTERTOP_${name}`]?.trim() || null
  const url = value('SERVICE_URL')
  const outside = {
    url: url?.replace(/\/+$/, '') ?? '',
    apiKey: value('API_KEY') ?? '',
    accountId: value('ACCOUNT_ID') ?? '',
    merchantId: value('MERCHANT_ID') ?? '',
  }
  if (url !== null && Object.values(outside).includes('')) {
    throw new Error(
      'COUNTERTOP_SERVICE_URL is set; COUNTERTOP_API_KEY, COUNTERTOP_ACCOUNT_ID and COUNTERTOP_MERCHANT_ID must be set with it.',
    )
  }
  const problem = url === null ? null : addressProblem(url)
  if (problem !== null) throw new Error(`COUNTERTOP_SERVICE_URL: ${problem}`)
  const currency = knownCurrency(value('CURRENCY'))
  if (value('CURRENCY') !== null && currency === null) {
    throw new Error(`COUNTERTOP_CURRENCY must be one of ${currencies.join(', ')}, not ${value('CURRENCY')}`)
  }
  return {
    userData: value('USER_DATA'),
    outside: url === null ? null : outside,
    managedProfile: value('MANAGED_PROFILE') ?? managedProfilePath(process.platform, env),
    hsn: value('HSN'),
    currency,
    serialPorts: (value('SERIAL_PORTS') ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter(Boolean),
    virtualTerminalWindow: value('VIRTUAL_TERMINAL') !== 'none',
  }
}
