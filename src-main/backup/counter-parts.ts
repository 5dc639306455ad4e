/** The embedded service's, in US dollars and in Canadian ones. */
export const serviceFolders = ['service', 'service-cad'] as const

/**
 * What of a counter's folder is the counter's: what is not named here, such as the browser's caches, the log and what the
 * organisation puts on each computer, belongs to one computer.
 */
export const counterParts = [
  ...['settings.json', 'settings.json.good', 'staff', 'catalogue', 'orders.jsonl', 'service-choice.json'],
  ...['set-up.json', 'set-up.json.good', 'peripherals.json', 'peripherals.json.good'],
  ...['printers.json', 'printers.json.good', 'prints.jsonl', 'print-notices.json', 'receipt-logo.png'],
  ...['serial-ports.json', 'serial-ports.json.good'],
  ...['sales', ...serviceFolders],
] as const
