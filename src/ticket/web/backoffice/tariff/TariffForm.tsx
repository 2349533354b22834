import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import type { TariffRules } from '../../../tariff.ts'
import type { BackOfficeLotWire } from '#parking/backoffice.ts'
import { createTariff, type BackOfficeTariff } from '../../../tariffBackOffice.ts'
import { rulesOf, tariffEntry } from '../../../tariffEntry.ts'
import { draftOf, type TariffDraft, TariffFields } from './TariffFields.tsx'
import { PricePreview } from './PricePreview.tsx'
import css from './Tariff.module.css'

type Props = { lot: BackOfficeLotWire; current: BackOfficeTariff | null; chosen: BackOfficeTariff | null }

export function TariffForm({ lot, current, chosen }: Props) {
  const form = useForm<TariffDraft>({ schema: tariffEntry, defaultValues: draftOf(chosen?.entry ?? null) })
  const save = useOneAtATime(async (values: TariffDraft) => {
    const body = { entry: z.parse(tariffEntry, values), seen_version: current?.version ?? 0 }
    const { entity } = await whileLoading(call(createTariff, { params: { id: lot.id }, body }))
    notify(`Versão ${entity.version} salva: vale para os carros que entrarem a partir de agora.`, 'success')
    go('staff.lot', { params: { id: String(lot.id) } })
  })
  return (
    <Form form={form} onSubmit={save}>
      <div className={css.columns}>
        <div className={css.fields}>
          <Panel title={lot.name}>
            <p className={css.note}>{begunFrom(chosen, current)}</p>
            <TariffFields />
          </Panel>
          <Actions>
            <Button busy={form.formState.isSubmitting}>SALVAR NOVA VERSÃO</Button>
          </Actions>
        </div>
        <div className={css.preview}>
          <LivePreview current={current} timeZone={lot.time_zone} />
        </div>
      </div>
    </Form>
  )
}

function begunFrom(chosen: BackOfficeTariff | null, current: BackOfficeTariff | null): string {
  const stays = 'Quem já está no pátio continua com a tarifa da sua entrada.'
  if (chosen === null || current === null) return 'A primeira versão: com ela os carros podem entrar.'
  if (chosen.version === current.version)
    return `Em vigor está a versão ${current.version}. O que você salvar vale para os próximos carros. ${stays}`
  return `Começando da versão ${chosen.version}; em vigor está a ${current.version}. ${stays}`
}

function LivePreview({ current, timeZone }: { current: BackOfficeTariff | null; timeZone: string }) {
  const values = useWatch<TariffDraft>()
  const last = useRef<TariffRules | null>(null)
  const written = z.safeParse(tariffEntry, { ...values, name: 'prévia' })
  if (written.success) last.current = rulesOf(written.data)
  return (
    <PricePreview
      rules={last.current}
      stale={!written.success}
      before={current && { name: `Em vigor (versão ${current.version})`, rules: rulesOf(current.entry) }}
      timeZone={timeZone}
    />
  )
}
