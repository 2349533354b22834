import { useWatch } from 'react-hook-form'
import { DateField } from '#kit/web/form/DateField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import register from '#staff/web/backoffice/Register.module.css'
import type { BackOfficeTariff } from '../../../tariffBackOffice.ts'
import { startOptions } from './startTimes.ts'
import type { TariffDraft } from './tariffDraft.ts'

type Props = { timeZone: string; next: BackOfficeTariff['next'] }

export function StartFields({ timeZone, next }: Props) {
  const start = useWatch<TariffDraft, 'start'>({ name: 'start' })
  return (
    <Panel title="Início">
      <NativeSelectField name="start" label="Começa" choices={startOptions(timeZone)} required />
      {start === 'other' && (
        <div className={register.group}>
          <DateField name="starts_at" label="Data" required />
          <TextField name="start_time" label="Hora" type="time" required />
        </div>
      )}
      {start === 'now' && next && (
        <p className="soft">
          {`Vale até ${dateTimeText(next.starts_at)}, quando começa a versão ${next.version}.`}
        </p>
      )}
    </Panel>
  )
}
