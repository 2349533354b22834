import { useState } from 'react'
import * as z from 'zod/mini'
import type { ReplyOf } from '#kit/endpoint.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { DateField } from '#kit/web/form/DateField.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { hrefTo, useRoute } from '#kit/web/route/routes.ts'
import register from '#staff/web/backoffice/Register.module.css'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { createPartnerCodes, openPartner, type WirePartner } from '../../backoffice.ts'
import { CodeSheets, sheetSize } from './CodeSheets.tsx'

type Batch = ReplyOf<typeof createPartnerCodes>['data']

/** Codes for one ticket each, made and printed at once: nobody sees them again. */
export default function CodesPage() {
  const id = useRoute().params['id'] ?? ''
  const [batch, setBatch] = useState<Batch | null>(null)
  return (
    <StaffPage
      title="Códigos de convênio"
      back={{ title: 'Parceiro', href: hrefTo('staff.partner', { params: { id } }) }}
      actions={
        batch && (
          <Button variant="primary" type="button" onClick={() => print()}>
            Imprimir
          </Button>
        )
      }
    >
      {batch ? <CodeSheets batch={batch} /> : <NewBatch id={id} onMade={setBatch} />}
    </StaffPage>
  )
}

type Props = { id: string; onMade: (batch: Batch) => void }

function NewBatch({ id, onMade }: Props) {
  return (
    <LoadView load={useCall(openPartner, { params: { id } })} failed="Não foi possível carregar o parceiro">
      {({ data }) => (
        <div className={register.shown}>
          <BatchForm partner={data} onMade={onMade} />
        </div>
      )}
    </LoadView>
  )
}

const { count, valid_until: validUntil } = createPartnerCodes.body.shape
const schema = z.object({
  benefit_id: z.string().check(z.minLength(1, 'Escolha um benefício.')),
  count,
  valid_until: validUntil,
})
type Entry = { benefit_id: string; count: number | null; valid_until: string }

function BatchForm({ partner, onMade }: { partner: WirePartner } & Pick<Props, 'onMade'>) {
  const active = partner.benefits.filter((benefit) => benefit.active)
  const [first, ...others] = active
  const form = useForm<Entry>({
    schema,
    defaultValues: {
      benefit_id: first && others.length === 0 ? String(first.id) : '',
      count: sheetSize,
      valid_until: '',
    },
  })
  const make = useOneAtATime(async ({ benefit_id: benefit, count, valid_until }: Entry) => {
    const body = { benefit_id: Number(benefit), count: count ?? 0, valid_until }
    const { data } = await whileLoading(call(createPartnerCodes, { params: { id: partner.id }, body }))
    onMade(data)
  })
  if (!first) return <p>Este parceiro não tem um benefício ativo.</p>
  return (
    <Form form={form} onSubmit={make}>
      <Panel title={partner.name}>
        <p>Cada código vale para um ticket. Eles aparecem uma vez: imprima-os em seguida.</p>
        <NativeSelectField
          name="benefit_id"
          label="Benefício"
          choices={[
            { value: '', text: 'Escolha' },
            ...active.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          required
        />
        <DecimalField
          name="count"
          label="Quantos"
          hint={`Até 500; uma folha A4 tem ${sheetSize}.`}
          places={0}
          required
        />
        <DateField name="valid_until" label="Valem até" required />
      </Panel>
      <Actions>
        <Button>Criar códigos</Button>
      </Actions>
    </Form>
  )
}
