import { ActionButton } from './action-button.tsx'
import { Notice } from './notice.tsx'

interface PutBackProps {
  readonly title: string
  readonly label: string
  readonly onPutBack: () => void
  readonly scrolls?: boolean
}

/** Shows what was just removed, and restores it. */
export function PutBack({ title, label, onPutBack, scrolls = false }: PutBackProps) {
  return (
    <Notice alert scrolls={scrolls} tone="calm" title={title}>
      <ActionButton label={label} onPress={onPutBack} />
    </Notice>
  )
}
