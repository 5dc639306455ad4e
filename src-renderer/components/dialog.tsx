import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import style from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Set if closing has to do more than remove the dialog. */
  readonly onClose?: () => void
}

/** A question or a page above the screen. Escape, the cross and a press outside close it. */
export function Dialog({ title, children, onClose = closeDialog }: DialogProps) {
  const { t } = useTranslation()
  useEscape(onClose)
  return (
    <Modal.Root
      opened
      centered
      onClose={onClose}
      closeOnEscape={false}
      // Locking the page's scroll would write a style element; the page behind does not scroll anyway.
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: style.content ?? '', body: style.body ?? '', header: style.header ?? '' }}
      yOffset="min(12px, 5dvh)"
      size="min(600px, calc(100vw - 24px))"
    >
      <Modal.Overlay backgroundOpacity={0.55} color="#05080c" />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title className={style.title}>{title}</Modal.Title>
          <button type="button" className={style.close} aria-label={t('app.close')} onClick={onClose}>
            <IconX size={28} aria-hidden />
          </button>
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Replaces a dialog whose subject no longer exists: an open, invisible dialog would keep every key from the screen. */
export function NothingToAsk() {
  useEffect(closeDialog, [])
  return null
}

/** Escape closes the dialog and goes no further, so that the screen behind does not handle the same press. */
function useEscape(close: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat) close()
  })
  useLayoutEffect(() => {
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
}

export function DialogText({ children }: { readonly children: ReactNode }) {
  return <p className={style.text}>{children}</p>
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={style.actions}>{children}</div>
}
