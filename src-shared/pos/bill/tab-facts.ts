import { authorizationLifeMs } from '../../payments/authorization-life.ts'
import type { Tab } from './tab.ts'

export const tabName = ({ sale }: Tab): string => sale.tab?.name ?? sale.note

/** When the service releases the hold, in ms since the epoch; by the service's clock a little later. */
export const holdEndsAt = ({ sale }: Tab): number => Date.parse(sale.started_at) + authorizationLifeMs

/** Enough time for a shop that opens the next day, in ms. */
const warnMs = 24 * 60 * 60_000

export const endsSoon = (tab: Tab, now: number): boolean =>
  tab.status !== 'ended' && tab.status !== 'captured' && holdEndsAt(tab) - now < warnMs
