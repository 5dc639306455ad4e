import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { SaleAnswer, SaleEffect } from '../../src-shared/pos/sale/sale-events.ts'

const journalFailed = 'The journal on this computer could not be written, so nothing was sent.'

/**
 * The answer to an effect whose state could not be journaled: no request that changes a payment was sent. Null for an
 * effect that may run anyway.
 */
export function notSent(effect: CounterEffect): SaleAnswer | null {
  switch (effect.kind) {
    case 'authorize':
      return {
        kind: 'authorization_ended',
        end: { kind: 'not_sent', reason: 'not_saved', detail: journalFailed },
      }
    case 'create_intent':
      return { kind: 'create_failed', reason: 'not_saved', detail: journalFailed }
    case 'update_intent':
      return { kind: 'update_failed', reason: 'not_saved', detail: journalFailed }
    case 'void_intent':
    case 'capture_intent':
      return failed(effect, journalFailed)
    default:
      return null
  }
}

/** The answer to an effect that threw: if it may have moved money, its outcome is unknown. */
export function failed(effect: SaleEffect, detail: string): SaleAnswer | null {
  switch (effect.kind) {
    case 'create_intent':
      return { kind: 'create_failed', reason: 'service_unreachable', detail }
    case 'ask_tip':
      return { kind: 'tip_failed', reason: 'service_unreachable', detail }
    case 'read_card':
      return { kind: 'card_not_read', reason: 'service_unreachable', detail }
    case 'ask_consent':
      return { kind: 'consent_failed', reason: 'service_unreachable', detail }
    case 'update_intent':
      return { kind: 'update_failed', reason: 'service_unreachable', detail }
    case 'authorize':
      return {
        kind: 'authorization_ended',
        end: { kind: 'unknown', cause: 'no_answer', otherwise: 'service_unreachable', detail, ended: false },
      }
    case 'look_up':
      return { kind: 'look_up_failed', refused: false, detail }
    case 'capture_intent':
      return { kind: 'capture_failed', refused: false, detail }
    case 'void_intent':
      return { kind: 'void_failed', refused: false, detail }
    case 'print_receipt':
      return { kind: 'printed', ok: false }
    case 'wait':
      return { kind: 'waited' }
    case 'cancel_intent':
    case 'read_approval':
    case 'show_outcome':
    case 'cancel_terminal':
    case 'load_receipt':
    case 'park':
    case 'clear_terminal':
      return null
  }
}
