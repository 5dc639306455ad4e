import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:https'
import type { Currency } from '../../src-shared/currency.ts'
import type { Language } from '../../src-shared/language.ts'
import type { ShopContact } from '../../src-shared/receipt/shop-contact.ts'
import type { Log } from '../log.ts'
import type { AppPaths, DataPaths } from '../paths.ts'
import { accessTo, type ServiceAccess, type ServiceAddress } from '../terminal/service-access.ts'
import { startEmbeddedService } from './embedded-service.ts'
import { launchService, serviceLog } from './utility-process.ts'

/** The service: the embedded one of training, or an outside one. */
export interface ServiceSource {
  /** Null while it is not up. */
  readonly access: () => ServiceAccess | null
  /** Called when it is up, for the first time or again. */
  onUp(listener: ShopListener): void
  onDown(listener: (detail: string) => void): void
  /** Called while it migrates its data after an update of the program; it comes up afterwards. */
  onUpdating(listener: () => void): void
  /** Takes the key of an outside service, typed by a person. */
  unlock(apiKey: string): void
  stop(): Promise<void>
}

/** The shop of a service. */
export interface ServiceShop {
  readonly name: string
  readonly currency: Currency
  readonly contact: ShopContact
}

/** @param shop null where the service does not report it by itself */
export type ShopListener = (access: ServiceAccess, shop: ServiceShop | null) => Promise<void>

/** An outside service. */
export interface OutsidePlace extends Omit<ServiceAddress, 'apiKey'> {
  /** Null until a person types it. */
  readonly apiKey: string | null
  readonly fetch: typeof fetch
  readonly agent: Agent | null
}

export interface ServiceSourceOptions {
  /** Null: the embedded one. */
  readonly outside: OutsidePlace | null
  readonly paths: AppPaths
  readonly data: DataPaths
  /** The currency of the embedded service; null: that of its data, US dollars at the first start. */
  readonly currency: Currency | null
  /** The current language of the terminal's texts for customers. */
  readonly language: () => Language
  /** Wraps the function that sends every request. */
  readonly watch: (send: typeof fetch) => typeof fetch
  readonly log: Log
}

export const startService = (options: ServiceSourceOptions): ServiceSource =>
  options.outside === null ? embedded(options) : elsewhere(options.outside, options)

/** Named by the environment or chosen by an installer. The terminal connection finds out whether it answers. */
function elsewhere(place: OutsidePlace, { language, watch, log }: ServiceSourceOptions): ServiceSource {
  let access: ServiceAccess | null = null
  let up: ShopListener | null = null
  function unlock(apiKey: string): void {
    const { fetch: send, agent, ...address } = place
    access = accessTo({ ...address, apiKey }, language, watch(send), agent)
    up?.(access, null).catch(logged(log))
  }
  if (place.apiKey !== null) unlock(place.apiKey)
  return {
    access: () => access,
    onUp(listener) {
      up = listener
      if (access !== null) listener(access, null).catch(logged(log))
    },
    onDown: () => undefined,
    onUpdating: () => undefined,
    unlock,
    stop: async () => undefined,
  }
}

/** The embedded service, with a private key that is valid for this launch only (docs/decisions/0004). */
function embedded({ paths, data, currency, language, watch, log }: ServiceSourceOptions): ServiceSource {
  const privateKey = `sk_${randomBytes(32).toString('base64url')}`
  let access: ServiceAccess | null = null
  let shop: ServiceShop | null = null
  let up: ShopListener = async () => undefined
  let down: (detail: string) => void = () => undefined
  let updating: () => void = () => undefined
  let isUpdating = false
  const service = startEmbeddedService({
    launch: (port) =>
      launchService({
        program: paths.service,
        data: currency === 'CAD' ? data.canadianService : data.service,
        currency,
        port,
        privateKey,
      }),
    onUpdating() {
      isUpdating = true
      updating()
    },
    onReady(ready) {
      isUpdating = false
      const { url, account_id: accountId, merchant_id: merchantId } = ready
      access = accessTo({ url, apiKey: privateKey, accountId, merchantId }, language, watch(fetch))
      shop = { name: ready.merchant_name, currency: ready.currency, contact: ready.merchant_contact }
      void up(access, shop).catch(logged(log))
    },
    onDown(detail) {
      access = null
      down(detail)
    },
    onOutput: serviceLog(data.logs),
    log,
  })
  return {
    access: () => access,
    onUp(listener) {
      up = listener
      if (access !== null) void listener(access, shop).catch(logged(log))
    },
    onDown(listener) {
      down = listener
    },
    onUpdating(listener) {
      updating = listener
      if (isUpdating) listener()
    },
    unlock: () => undefined,
    stop: () => service.stop(),
  }
}

const logged = (log: Log) => (error: unknown) => log.error({ err: error }, 'counter.open_failed')
