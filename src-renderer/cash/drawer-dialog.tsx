import { useState } from 'react'
import { Dialog, DialogText } from '../components/dialog.tsx'
import { Segments } from '../components/segments.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { CountForm } from './count-form.tsx'
import { DrawerForm, type DrawerTask } from './drawer-form.tsx'

const always = [
  'no_sale',
  'paid_in',
  'drop',
  'payout',
  'refund',
  'count',
] as const satisfies readonly DrawerTask[]

/** Tasks at the cash drawer other than sales. Hides the expected amount until the drawer is counted. */
export function DrawerDialog() {
  const { t } = useTranslation()
  const money = useMoney()
  const write = useShopDate()
  const { shift, damaged } = useSnapshot(({ drawer }) => drawer)
  const [tasks] = useState<readonly DrawerTask[]>(shift.opened_at === null ? ['open', ...always] : always)
  const [chosen, setTask] = useState<DrawerTask | null>(null)
  const task = chosen ?? tasks[0] ?? 'no_sale'
  // Only the float gets the focus: during a shift the task is not known yet, and a number must not become its reason.
  const typesAtOnce = chosen === null && task === 'open'
  return (
    <Dialog title={t('drawer.title')}>
      <DialogText>
        {shift.opened_at === null
          ? t('drawer.notOpened')
          : t('drawer.openedAt', {
              time: write(shift.opened_at, { dateStyle: 'medium', timeStyle: 'short' }),
              amount: money(shift.float),
            })}
      </DialogText>
      {damaged > 0 && <DialogText>{t('drawer.damaged', { count: damaged })}</DialogText>}
      <Segments
        takesFocus={!typesAtOnce}
        inColumns
        legend={t('drawer.task')}
        options={tasks.map((value) => ({ value, label: t(`drawer.tasks.${value}`) }))}
        value={task}
        onChange={setTask}
      />
      {task === 'count' ? <CountForm /> : <DrawerForm key={task} task={task} takesFocus={typesAtOnce} />}
    </Dialog>
  )
}
