import type { SystemPrinters } from '../../src-main/printing/system-printers.ts'

/** A computer without printers of its own. */
export const noSystemPrinters: SystemPrinters = { list: async () => [], print: async () => undefined }
