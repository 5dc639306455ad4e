import type { PrintingStatus, WaitingPrint } from '../../src-shared/pos/printing/printers.ts'

const waiting: WaitingPrint = {
  id: 'prn_3',
  name: 'KT1042',
  printer_id: 'prn_1',
  printer: 'Front counter',
  state: 'waiting',
  trouble: 'paper_out',
}

/** The bar of receipts that are not printed yet. */
export const printing = {
  held: {
    ready: true,
    drawer_stuck: false,
    not_queued: [],
    incomplete: [],
    waiting: [
      waiting,
      { ...waiting, id: 'prn_4', name: 'KT1043' },
      { ...waiting, id: 'prn_5', printer_id: 'prn_2', printer: 'Second copy', trouble: 'unreachable' },
      { ...waiting, id: 'prn_6', printer_id: 'prn_0', printer: null, trouble: null },
    ],
  },
  asked: {
    ready: true,
    drawer_stuck: true,
    not_queued: ['KT1041', 'KT1039'],
    incomplete: ['KT1040'],
    waiting: [{ ...waiting, state: 'perhaps', trouble: null }],
  },
} as const satisfies Readonly<Record<string, PrintingStatus>>
