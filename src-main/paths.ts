import { join } from 'node:path'

/** Where the built parts lie, from the app's own folder (the checkout, or the package's asar). */
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

/** Where this counter keeps what is its own. */
export const dataPaths = (userData: string) => ({
  settings: join(userData, 'settings.json'),
  /** What the organisation had set when it could be read last. */
  managedProfile: join(userData, 'managed-profile.json'),
  /** What of it is in the record of who did what; beside that, with which it is backed up. */
  recordedProfile: join(userData, 'staff', 'organisation.json'),
  staff: join(userData, 'staff', 'pins.json'),
  pepper: join(userData, 'staff', 'pepper.json'),
  audit: join(userData, 'staff', 'audit.jsonl'),
  catalogue: join(userData, 'catalogue', 'items.json'),
  pictures: join(userData, 'catalogue', 'pictures'),
  orders: join(userData, 'orders.jsonl'),
  /** Where this counter charges; absent in training. */
  liveService: join(userData, 'service-choice.json'),
  /** How far the assistant of a new counter is. */
  setup: join(userData, 'set-up.json'),
  logs: join(userData, 'logs'),
  /** The scanner and the pole display on serial ports. */
  peripherals: join(userData, 'peripherals.json'),
  printers: join(userData, 'printers.json'),
  /** What is to be printed. */
  prints: join(userData, 'prints.jsonl'),
  printNotices: join(userData, 'print-notices.json'),
  serialPorts: join(userData, 'serial-ports.json'),
  service: join(userData, 'service'),
  /** A training folder keeps the currency it began with. */
  canadianService: join(userData, 'service-cad'),
  /** By account, so that a sale is never looked up at a service that does not know it. */
  sales: (accountId: string) => join(userData, 'sales', `${accountId}.jsonl`),
  drawer: (accountId: string) => join(userData, 'sales', `${accountId}.drawer.jsonl`),
  /** The bills that have left the counter, a file a month. */
  soldBills: (accountId: string) => join(userData, 'sales', `${accountId}.bills`),
  zReports: (accountId: string) => join(userData, 'sales', `${accountId}.z-reports.jsonl`),
  giftCards: (accountId: string) => join(userData, 'sales', `${accountId}.gift-cards.jsonl`),
  returns: (accountId: string) => join(userData, 'sales', `${accountId}.returns.jsonl`),
  booksCurrency: (accountId: string) => join(userData, 'sales', `${accountId}.currency.json`),
  /** Its name and address, as papers have them. */
  knownShop: (accountId: string) => join(userData, 'sales', `${accountId}.shop.json`),
  links: (accountId: string) => join(userData, 'sales', `${accountId}.links.json`),
  // Named as the first versions did: what they left unresolved is found again.
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
