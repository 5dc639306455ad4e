import { join } from 'node:path'

/** Paths of the built parts, from the app's own folder (the checkout, or the package's asar). */
export const appPaths = (appFolder: string) => ({
  renderer: join(appFolder, 'dist', 'renderer'),
  terminalScreen: join(appFolder, 'dist', 'terminal-screen'),
  customerDisplay: join(appFolder, 'dist', 'customer-display'),
  displayPreload: join(appFolder, 'dist', 'preload', 'display.cjs'),
  posPreload: join(appFolder, 'dist', 'preload', 'pos.cjs'),
  service: join(appFolder, 'dist', 'service', 'main.js'),
  icon: join(appFolder, 'dist', 'resources', 'window-icon.png'),
})
export type AppPaths = ReturnType<typeof appPaths>

/** Paths of this counter's own data. */
export const dataPaths = (userData: string) => ({
  settings: join(userData, 'settings.json'),
  /** The organisation's settings when they were last readable. */
  managedProfile: join(userData, 'managed-profile.json'),
  /** The part of them that is in the audit trail; stored beside the trail, with which it is backed up. */
  recordedProfile: join(userData, 'staff', 'organisation.json'),
  staff: join(userData, 'staff', 'pins.json'),
  pepper: join(userData, 'staff', 'pepper.json'),
  audit: join(userData, 'staff', 'audit.jsonl'),
  catalogue: join(userData, 'catalogue', 'items.json'),
  pictures: join(userData, 'catalogue', 'pictures'),
  orders: join(userData, 'orders.jsonl'),
  /** The service that this counter charges at; absent in training. */
  liveService: join(userData, 'service-choice.json'),
  /** The progress of the setup assistant of a new counter. */
  setup: join(userData, 'set-up.json'),
  logs: join(userData, 'logs'),
  /** The scanner and the pole display on serial ports. */
  peripherals: join(userData, 'peripherals.json'),
  printers: join(userData, 'printers.json'),
  /** The queue of print jobs. */
  prints: join(userData, 'prints.jsonl'),
  printNotices: join(userData, 'print-notices.json'),
  serialPorts: join(userData, 'serial-ports.json'),
  service: join(userData, 'service'),
  /** Separate because a training folder keeps its first currency. */
  canadianService: join(userData, 'service-cad'),
  /** By account, so that a sale is never looked up at a service that does not know it. */
  sales: (accountId: string) => join(userData, 'sales', `${accountId}.jsonl`),
  drawer: (accountId: string) => join(userData, 'sales', `${accountId}.drawer.jsonl`),
  /** The bills that have left the counter, one file per month. */
  soldBills: (accountId: string) => join(userData, 'sales', `${accountId}.bills`),
  zReports: (accountId: string) => join(userData, 'sales', `${accountId}.z-reports.jsonl`),
  giftCards: (accountId: string) => join(userData, 'sales', `${accountId}.gift-cards.jsonl`),
  returns: (accountId: string) => join(userData, 'sales', `${accountId}.returns.jsonl`),
  booksCurrency: (accountId: string) => join(userData, 'sales', `${accountId}.currency.json`),
  /** The shop's name and address as printed on papers. */
  knownShop: (accountId: string) => join(userData, 'sales', `${accountId}.shop.json`),
  links: (accountId: string) => join(userData, 'sales', `${accountId}.links.json`),
  // Named as in the first versions, so that their unresolved actions are found.
  managerActions: (accountId: string) => join(userData, 'sales', `${accountId}.office.jsonl`),
  managerNotes: (accountId: string) => join(userData, 'sales', `${accountId}.notes.jsonl`),
  savedSearches: (accountId: string) => join(userData, 'sales', `${accountId}.searches.json`),
  pendingReversals: (accountId: string) => join(userData, 'sales', `${accountId}.trials.json`),
  virtualTerminals: (accountId: string) => join(userData, 'sales', `${accountId}.virtual-terminals.json`),
  chosenTerminal: (accountId: string) => join(userData, 'sales', `${accountId}.terminal.json`),
  counterId: (accountId: string) => join(userData, 'sales', `${accountId}.counter.json`),
  terminalSession: (accountId: string) => join(userData, 'sales', `${accountId}.terminal-session.json`),
})
export type DataPaths = ReturnType<typeof dataPaths>
