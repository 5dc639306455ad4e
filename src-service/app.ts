import { createIdSource } from '../src-shared/ids.ts'
import { prepareKeys, type SandboxFacts } from './accounts/boot-keys.ts'
import { createAccountDirectory } from './accounts/directory.ts'
import { claimEnvironment } from './accounts/environment.ts'
import { createKeyDirectory } from './accounts/keys.ts'
import { apiKeysModule } from './api-keys/module.ts'
import { auditAnchorsModule } from './audit-anchors/module.ts'
import { applicationsModule } from './boarding/applications/module.ts'
import { applicationsUrlFor, noApplicationsUrls } from './boarding/applications-url.ts'
import { boardingModule } from './boarding/module.ts'
import { checkoutModule } from './checkout/module.ts'
import type { Config } from './config/config.ts'
import { contractorsModule } from './contractors/module.ts'
import { customersModule } from './customers/module.ts'
import { externalModule } from './external/module.ts'
import { feesModule } from './fees/module.ts'
import { giftCardsModule } from './gift-cards/module.ts'
import { clientAddressBehind } from './http/client-address.ts'
import { createFullDisk, freeBytesIn } from './http/full-disk.ts'
import type { Handlers } from './http/handler.ts'
import { createPayerGate } from './http/payer-gate.ts'
import { createRateLimit, noRateLimit } from './http/rate-limit.ts'
import { createHttpServer } from './http/server.ts'
import { createInFlight } from './idempotency/in-flight.ts'
import { startPurging } from './idempotency/purge-idempotency.ts'
import { paymentsModule } from './intents/module.ts'
import type { Log } from './log.ts'
import { openPostbox } from './mail/postbox.ts'
import { messagesModule } from './messages/module.ts'
import { mountReceiptPage } from './messages/receipt-page.ts'
import { paymentMethodIntentsModule } from './payment-method-intents/module.ts'
import { createMethodLimit } from './payment-methods/method-limit.ts'
import { paymentMethodsModule } from './payment-methods/module.ts'
import { paymentNotesModule } from './payment-notes/module.ts'
import { type Closer, closeAll, createLifeCycle } from './process/life-cycle.ts'
import { openProcessor } from './processor/open-processor.ts'
import { withTimeLimit } from './processor/time-limit.ts'
import { reconciliationModule } from './reconciliation/module.ts'
import { refundsModule } from './refunds/module.ts'
import { createSandboxTerminals } from './sandbox/bank-terminals.ts'
import { sandboxModule } from './sandbox/module.ts'
import { createSandboxTime } from './sandbox/sandbox-time.ts'
import { createSdkExample } from './sandbox/sdk-example.ts'
import { randomUnit } from './secrets/random.ts'
import type { ServiceModule, Services } from './services.ts'
import { settlementModule } from './settlement/module.ts'
import { openDataDirectory } from './store/data-directory.ts'
import { startFolding } from './store/fold-names.ts'
import { openStore, writerThreads } from './store/open-store.ts'
import type { OutboxEvent } from './store/store.ts'
import { surchargeModule } from './surcharge/module.ts'
import { openClaimCodes } from './terminals/activation/claim-codes.ts'
import { terminalsModule } from './terminals/module.ts'
import { createClock } from './time/clock.ts'
import { createTimeKeeper } from './time/verified-time.ts'
import { firstUserOf } from './users/first-user.ts'
import { usersModule } from './users/module.ts'
import { createUserSessions } from './users/user-sessions.ts'
import { secretsIn } from './vault/shared-secrets.ts'
import { transitKeyService } from './vault/transit-key-service.ts'
import { openVault } from './vault/vault.ts'
import { webhooksModule } from './webhooks/module.ts'
import { publishingStore } from './webhooks/publish-commits.ts'
import { startRetention } from './webhooks/retention.ts'

export interface App {
  readonly services: Services
  /** Null without --sandbox. */
  readonly sandbox: SandboxFacts | null
  /** @returns the URL, such as http://127.0.0.1:8080. @throws when the port is in use. */
  listen(): Promise<string>
  /** Refuses new requests, lets running ones finish (up to a limit), and completes all writes. */
  stop(): Promise<void>
}

interface AppConfig extends Omit<Config, 'exitWithParent' | 'logLevel'> {
  /** Directory of the built browser pages (dist/web); without it the service has none. */
  readonly webDirectory?: string
  /**
   * Called when the SQLite writer thread is lost; if set, SQLite is written by a separate thread (store/open-store.ts).
   */
  readonly onWriterLost?: ((error: Error) => void) | undefined
  /**
   * Called when data of an older version is migrated, which takes a while; at most once, before `createApp` returns.
   */
  readonly onUpdating?: (() => void) | undefined
}

/** Default maximum lifetime of a checkout session, in days. */
const longestCheckoutDays = 30
const dayMs = 24 * 60 * 60_000

/** Composes the whole service from its parts. @throws when a part cannot be opened; then all others are closed. */
export async function createApp(config: AppConfig, log: Log): Promise<App> {
  const opened: Closer[] = []
  try {
    return await compose(config, log, opened)
  } catch (error) {
    // The start's own error is the one that helps.
    await closeAll(opened).catch((failure: unknown) => log.error({ err: failure }, 'service.close_failed'))
    throw error
  }
}

const steady = () => performance.now()

/** Opens the data, and all that the modules share. */
async function openServices(config: AppConfig, log: Log, opened: Closer[]) {
  const startWriter = await writerThreads(config.onWriterLost)
  const data = openDataDirectory(config.dataDirectory)
  opened.push(() => data.release())
  if (data.notClosed !== null) log.warn({ why: data.notClosed }, 'store.folder_not_private')
  let publish: (events: readonly OutboxEvent[]) => void = () => {}
  const disk = createFullDisk(config.databaseUrl === undefined ? () => freeBytesIn(data.path) : null, steady)
  const store = publishingStore(
    await openStore({ ...config, databaseFile: data.databaseFile, startWriter, log }),
    disk,
    (events) => publish(events),
  )
  opened.push(() => store.close())
  await claimEnvironment(data.path, store, config.sandbox ? 'sandbox' : 'production')
  const clock = createClock()
  const newId = createIdSource(clock.now, randomUnit)
  const sandboxTime = createSandboxTime({ store, clock, newId })
  if (config.sandbox) await sandboxTime.catchUp()
  const keepTime = createTimeKeeper({ store, clock, log, steady }, config.confirmClock ?? false)
  await keepTime()
  const vault = await openVault({
    directory: config.dataDirectory,
    keys: config.vaultKeys,
    keyService: config.transit && transitKeyService(config.transit),
    now: clock.verified,
    secrets: secretsIn(store, clock.now),
  })
  const bankTerminals = createSandboxTerminals()
  const bank = openProcessor(config.processor ?? 'sandbox', {
    clock,
    directory: config.dataDirectory,
    store,
    startWriter,
    terminals: bankTerminals,
    ...(config.bankDelayMs === undefined ? {} : { latencyMs: config.bankDelayMs }),
  })
  opened.push(() => bank.close())
  const services: Services = {
    store,
    accounts: createAccountDirectory(store, steady),
    clock,
    newId,
    processor: withTimeLimit(bank.processor, clock),
    vault,
    inFlight: createInFlight(),
    training: config.sandbox,
    log,
  }
  const publishTo = (listener: typeof publish) => {
    publish = listener
  }
  return { services, disk, bankTerminals, sandboxTime, keepTime, publishTo }
}

async function compose(config: AppConfig, log: Log, opened: Closer[]): Promise<App> {
  const { services, disk, bankTerminals, sandboxTime, keepTime, publishTo } = await openServices(
    config,
    log,
    opened,
  )
  const { store, accounts, clock, newId } = services
  const keys = createKeyDirectory(store, steady)
  const payments = paymentsModule(services)
  const collecting = { ...services, methodLimit: createMethodLimit(steady) }
  const paymentMethods = paymentMethodsModule(collecting)
  const paymentMethodIntents = paymentMethodIntentsModule(services)
  let address = ''
  const sessions = createUserSessions(services, steady)
  const publicUrl = () => config.publicUrl ?? address
  const applicationsUrl = (partnerId: string | null | undefined) =>
    applicationsUrlFor(config.applicationsUrls ?? noApplicationsUrls, partnerId) ?? publicUrl()
  const checkout = checkoutModule(collecting, {
    publicUrl,
    windowMs: (config.checkoutDays ?? longestCheckoutDays) * dayMs,
    training: config.sandbox,
  })
  const claims = openClaimCodes(config.claimKeys ?? null, config.sandbox)
  const addressOf = clientAddressBehind(config.trustedProxies ?? null)
  const terminals = terminalsModule(services, { claims, addressOf, nodeUrl: config.nodeUrl })
  bankTerminals.attach(terminals.context)
  const fees = feesModule(services)
  const refunds = refundsModule(services)
  const settlement = settlementModule(services)
  const training = sandboxModule(terminals.context, sandboxTime)
  const reconciliation = reconciliationModule(services)
  const isPublic = config.publicUrl !== undefined
  const sending = { ...services, postbox: await openPostbox(config, services), publicUrl, isPublic }
  const messages = messagesModule(sending)
  const webhooks = webhooksModule(services, { allowPrivate: config.privateWebhooks ?? false })
  publishTo(webhooks.publish)
  const modules: readonly Pick<ServiceModule<never>, 'start' | 'quiesce' | 'stop' | 'upgrades'>[] = [
    payments,
    paymentMethods,
    paymentMethodIntents,
    checkout,
    terminals,
    training,
    settlement,
    reconciliation,
    messages,
    webhooks,
  ]
  // An operation without a handler is a compile error.
  const handlers: Handlers = {
    ...payments.handlers,
    ...paymentMethods.handlers,
    ...paymentMethodIntents.handlers,
    ...checkout.handlers,
    ...customersModule(services).handlers,
    ...giftCardsModule(services, steady).handlers,
    ...terminals.handlers,
    ...refunds.handlers,
    ...settlement.handlers,
    ...training.handlers,
    ...fees.handlers,
    ...externalModule(services).handlers,
    ...surchargeModule(services).handlers,
    ...apiKeysModule(services, keys).handlers,
    ...messages.handlers,
    ...boardingModule(services).handlers,
    ...webhooks.handlers,
    ...applicationsModule(services, {
      applicationsUrl,
      firstUserOf: (business) => firstUserOf(services, business),
    }).handlers,
    ...usersModule(sending, sessions, keys).handlers,
    ...auditAnchorsModule(services).handlers,
    ...paymentNotesModule(services).handlers,
    ...contractorsModule({ ...services, applicationsUrl }).handlers,
  }

  opened.push(await startPurging(services, keepTime))
  const sandbox = await prepareKeys({ store, keys, newId, now: clock.now(), config })
  const rateLimit = config.rateLimit === null ? noRateLimit : createRateLimit(config.rateLimit, steady)
  const server = createHttpServer({
    gate: { keys, accounts, rateLimit, sessions, publicUrl },
    payers: createPayerGate(services, steady),
    disk,
    addressOf,
    handlers,
    forwarding: terminals.forwarding,
    upgrades: Object.assign({}, ...modules.map((module) => module.upgrades ?? {})),
    sandbox: config.sandbox,
    webDirectory: config.webDirectory,
    sdkExample: sandbox === null ? null : createSdkExample(services, sandbox),
    replyCheck: config.checkReplies ? 'on' : 'off',
    services,
    log,
  })
  mountReceiptPage(server, sending, addressOf, steady)
  const { listen, stop } = createLifeCycle({
    modules,
    server,
    opened,
    async listen() {
      address = await server.listen({ port: config.port, host: config.host })
      return address
    },
    // Not awaited by `listen`: after a long time without a purge they have much to do.
    jobs: [() => startRetention(services), () => startFolding(services)],
  })
  return { services, sandbox, listen, stop }
}
