/** The embedded service's folders, for US dollars and for Canadian dollars. */
export const serviceFolders = ['service', 'service-cad'] as const

/**
 * The parts of a counter's folder that belong to the counter. Everything else, such as the browser's caches, the log
 * and the organisation's settings, belongs to the computer.
 */
export const counterParts = [
  ...['settings.json', 'settings.json.good', 'staff', 'catalogue', 'orders.jsonl', 'service-choice.json'],
  ...['set-up.json', 'set-up.json.good', 'peripherals.json', 'peripherals.json.good'],
  ...['printers.json', 'printers.json.good', 'prints.jsonl', 'print-notices.json', 'receipt-logo.png'],
  ...['serial-ports.json', 'serial-ports.json.good'],
  ...['sales', ...serviceFolders],
] as const
