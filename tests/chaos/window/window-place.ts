import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { dataPaths } from '../../../src-main/paths.ts'
import { billPlace } from '../../../src-renderer/cashier/bill/bill-place.ts'
import { type Client, createClient } from '../../../src-shared/api/client.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'
import { launchApp, type TestApp } from '../../e2e/support/app.ts'
import { type Elsewhere, giveBackElsewhere } from '../day/give-back-elsewhere.ts'
import type { Cashier, DayPlace } from '../day/place.ts'
import { createTerminal, type TerminalProcess } from '../sales/programs.ts'
import { createRandom } from '../support/random.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { atDrawer, closeShift } from './drawer.ts'
import { catalogue } from './goods.ts'
import { createHands, type Hands, pin } from './hands.ts'
import { pressFor, type Shown } from './presses.ts'

const hsn = 'DAY-1'
const lookMs = 20
const startMs = 60_000
/** A killed program stays away for this long, in ms. */
const awayMs = 200
/** How often in a row a control may be missing; after that its name has changed, or the app has ended. */
const mostInVain = 6

/**
 * The whole app in its window, with its embedded service, and a terminal that answers by itself.
 * @param seed chooses what others give back, as it chooses the rest of the day
 * @param evidence folder for the steps, the screen and the logs of a failed day; if it is not given all is left where
 * it is
 */
export async function openWindowPlace(seed: number, evidence?: string): Promise<DayPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'day-in-window-'))
  const userData = join(folder, 'app')
  const paths = dataPaths(userData)
  await mkdir(join(userData, 'catalogue'), { recursive: true })
  await writeFile(paths.catalogue, JSON.stringify(catalogue))
  const { accountId, apiKey, credentialFile } = await setUpService(paths.service, folder)

  const steps: string[] = []
  const startedAt = Date.now()
  const note = (line: string) => steps.push(`${((Date.now() - startedAt) / 1000).toFixed(2)} ${line}`)
  let fail: (reason: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)

  let running: { readonly app: TestApp; readonly hands: Hands; readonly terminal: TerminalProcess } | null =
    null
  let seen: Snapshot | null = null
  let url = ''
  let isPressing = false
  let inVain = 0

  function startTerminal(): TerminalProcess {
    const terminal = createTerminal({ url, hsn, credentialFile })
    terminal.start()
    return terminal
  }

  async function launch(): Promise<void> {
    const since = Date.now()
    const app = await launchApp({
      userData,
      settings: { ...{ tabs: true, sounds: false, color_scheme: 'light', tip_custom: false } },
      env: { COUNTERTOP_VIRTUAL_TERMINAL: 'none', COUNTERTOP_HSN: hsn },
    })
    url = await serviceUrl(paths.logs, since)
    running = { app, hands: createHands(app.pos, note), terminal: startTerminal() }
    let isOpen = false
    await app.pos.exposeFunction('showDay', (shown: Snapshot) => {
      // Before that, the counter does not know yet what was in progress when it was killed.
      isOpen ||= shown.terminal.kind === 'connected'
      if (isOpen && running?.app === app) seen = shown
    })
    await app.pos.evaluate(async () => {
      const { countertop, showDay } = window as unknown as DayWindow
      countertop.onSnapshot((snapshot) => void showDay(snapshot))
      const now = await countertop.commands['snapshot.get'](undefined)
      if (now.ok) await showDay(now.value)
    })
    note('the app is up')
  }

  async function kill(): Promise<void> {
    const mine = running
    running = null
    seen = null
    note('KILLED: the app')
    await mine?.app.kill()
    await mine?.terminal.end()
  }

  /** One action at a time: an action in progress finishes first. */
  async function withHands(
    what: string,
    work: (hands: Hands, now: Snapshot) => Promise<void>,
  ): Promise<void> {
    if (running === null || seen === null || isPressing) return
    const { hands } = running
    isPressing = true
    note(`> ${what}`)
    try {
      await work(hands, seen)
      inVain = 0
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      note(`  in vain: ${reason.split('\n').slice(0, 6).join(' | ')}`)
      if (running?.hands === hands) {
        inVain += 1
        await hands.page
          .screenshot({ path: join(evidence ?? folder, `in-vain-${steps.length}.png`) })
          .catch(() => undefined)
      }
      if (inVain >= mostInVain) fail(new Error(`${what}: ${reason}`))
    } finally {
      isPressing = false
    }
  }

  const pos: Cashier = {
    now: () => (seen === null ? null : asShown(seen)),
    send: (message) =>
      void withHands(message.kind === 'dispatch' ? message.event.kind : message.kind, (hands, now) =>
        pressFor(hands, message, asShown(now)),
      ),
    hasTakenAll: () => !isPressing,
    isPressing: () => isPressing,
  }

  /** Runs while no customer is served; nothing is killed meanwhile. */
  async function inPeace<Value>(what: string, work: (hands: Hands) => Promise<Value>): Promise<Value> {
    while (running === null || seen === null || isPressing) await delay(lookMs)
    note(`> ${what}`)
    return work(running.hands)
  }

  await launch()
  await inPeace('choose a PIN', choosePin)
  const elsewhere: Elsewhere = new Map()
  const random = createRandom(seed + 2)
  return {
    elsewhere,
    counter: {
      hsn,
      drawerFile: paths.drawer(accountId),
      booksFolder: paths.soldBills(accountId),
      returnsFile: paths.returns(accountId),
      pos,
    },
    dataFolder: paths.service,
    service: () => ({ url, client: clientAt(url, apiKey, accountId) }),
    countsPieces: true,
    failed,
    async inflict(fault) {
      if (fault === 'give_back_elsewhere') {
        return giveBackElsewhere(() => clientAt(url, apiKey, accountId), pos, random, elsewhere)
      }
      if (fault === 'kill_service') return killService()
      await kill()
      await delay(awayMs)
      await launch().catch(fail)
    },
    heal: () => undefined,
    atDrawer: (random) => inPeace('at the drawer', (hands) => atDrawer(hands, random)),
    closeShift: (cents) => inPeace('close the shift', (hands) => closeShift(hands, cents)),
    note,
    async stop(hasFailed) {
      const kept = evidence ?? folder
      if (hasFailed) {
        await mkdir(kept, { recursive: true })
        await writeFile(join(kept, 'steps.txt'), `${steps.join('\n')}\n`)
        await running?.app.pos.screenshot({ path: join(kept, 'screen.png') }).catch(() => undefined)
      }
      await running?.app.electron.close().catch(() => undefined)
      await running?.terminal.end()
      if (hasFailed && evidence !== undefined) await cp(paths.logs, join(kept, 'logs'), { recursive: true })
      if (!hasFailed || evidence !== undefined) {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
      return `${kept}/steps.txt, screen.png`
    },
  }

  /** Kills the service; the app stays, and restarts it. */
  async function killService(): Promise<void> {
    const pid = await running?.app.electron.evaluate(
      ({ app }) => app.getAppMetrics().find(({ name }) => name === 'Countertop service')?.pid,
    )
    if (pid === undefined) return
    const since = Date.now()
    const mine = running
    note('KILLED: the service')
    process.kill(pid, 'SIGKILL')
    const ready = await serviceUrl(paths.logs, since)
    // The whole app may have been killed meanwhile.
    if (running !== mine || running === null || ready === url) return
    // A service that is killed before it is ready returns at another address, so the terminal is restarted with the new
    // one.
    url = ready
    await running.terminal.end()
    running = { ...running, terminal: startTerminal() }
  }
}

/** After a card has paid its part of a bill, the screen moves on to the rest by itself. */
function asShown(seen: Snapshot): Shown {
  const isPast = seen.sale.kind === 'approved' && billPlace(seen, false) !== null
  return { ...seen, sale: isPast ? { kind: 'ready' } : seen.sale, unbooked: 0 }
}

interface DayWindow {
  readonly countertop: Window['countertop']
  readonly showDay: (snapshot: Snapshot) => Promise<void>
}

/** Before the app's first start: makes a key to read the books with, and a terminal that is activated. */
async function setUpService(dataFolder: string, folder: string) {
  const service = await startServiceProcess(dataFolder, null)
  const { client, url, accountId } = service
  const key = await client.call('api_keys.create', {
    body: { level: 'account', name: 'Books', account_id: accountId },
  })
  const code = await client.call('terminals.activation_code', { body: { hsn } })
  if (!key.ok || !code.ok) throw new Error(`not set up: ${JSON.stringify([key, code])}`)
  const credentialFile = join(folder, 'credential')
  const terminal = createTerminal({
    ...{ url, hsn, activationCode: code.value.activation_code, credentialFile },
  })
  terminal.start()
  const end = Date.now() + startMs
  while (!existsSync(credentialFile)) {
    if (Date.now() > end) throw new Error('the terminal is never activated')
    await delay(lookMs)
  }
  await terminal.end()
  await service.stop()
  return { accountId, apiKey: key.value.key, credentialFile }
}

const clientAt = (baseUrl: string, apiKey: string, accountId: string): Client =>
  createClient({ baseUrl, apiKey, accountId })

/** Reads the address that main has logged since then. */
async function serviceUrl(logs: string, since: number): Promise<string> {
  const end = Date.now() + startMs
  for (;;) {
    const lines = existsSync(join(logs, 'main.log'))
      ? readFileSync(join(logs, 'main.log'), 'utf8').split('\n')
      : []
    const ready = lines.findLast((line) => line.includes('"service.ready"'))
    const { url, time } = ready === undefined ? { url: '', time: 0 } : (JSON.parse(ready) as Ready)
    if (url !== '' && new Date(time).getTime() >= since) return url
    if (Date.now() > end) throw new Error('the service of the app never starts')
    await delay(lookMs)
  }
}
interface Ready {
  readonly url: string
  readonly time: string
}

/** Sets up the manager who approves returns. */
async function choosePin({ page, keys, toCounter }: Hands): Promise<void> {
  await toCounter()
  await keys('F6')
  for (const heading of ['Choose a PIN', 'Once more, to be sure']) {
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.keyboard.type(pin)
    await keys('Enter')
  }
  await page.locator('main[data-open="true"]').waitFor()
  await toCounter()
}
