import { useState } from 'react'
import { sendForm } from '#kit/web/form/sendForm.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { DateField } from '#kit/web/form/DateField.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField } from '#kit/web/form/fields.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { IntervalControl, useIntervalQuery } from '#reporting/web/interval/IntervalControl.tsx'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import type { SelectItem } from '#kit/web/select/remoteItems.ts'
import { RemoteSelect } from '#kit/web/select/RemoteSelect.tsx'
import { truncate } from '#kit/web/truncate.ts'
import { createGateForm, gateForm, updateGateForm, type Gate, type GateForm } from './gateCalls.ts'

const kinds = [
  { value: 'entry', text: 'Entrada' },
  { value: 'exit', text: 'Saída' },
]

export function GalleryFields() {
  const { id } = useRoute().query
  const [interval, setInterval] = useIntervalQuery()
  return (
    <Page title="Campos" onBackClick={() => go('dev.ui')}>
      <Panel title="Período">
        <IntervalControl interval={interval} onChange={setInterval} />
        <p>{truncate(`De ${interval.startDate} até ${interval.endDate}, os dois dias incluídos.`, 40)}</p>
      </Panel>
      <EditScreen<Gate, GateForm>
        failed=""
        schema={gateForm}
        toFormValues={() => ({ since: '2026-11-21', until: '', value: 12.5, kind: 'entry', picture: null })}
        save={(values) =>
          id === undefined
            ? sendForm(createGateForm, { values })
            : sendForm(updateGateForm, { params: { id }, values })
        }
        after={{ go: 'refresh' }}
      >
        <DateField name="since" label="Vale a partir de" required />
        <DateField name="until" label="Vale até" required={false} />
        <DecimalField name="value" label="Valor (R$)" required />
        <NativeSelectField name="kind" label="Tipo" choices={kinds} />
        <FileField
          name="picture"
          label="Foto"
          accept="image/png"
          outcome="Aparece na lista."
          required={false}
        />
      </EditScreen>
      <Panel title="Lista remota">
        <Remote />
      </Panel>
      <ShareButton
        content={{
          title: 'Compartilhar a tela',
          text: 'Os campos do guichê',
          url: `${location.origin}/${hrefTo('dev.ui', { query: { part: 'fields' } })}`,
        }}
      >
        Compartilhar
      </ShareButton>
    </Page>
  )
}

function Remote() {
  const [town, setTown] = useState<SelectItem | null>(null)
  return (
    <RemoteSelect
      label="Cidade vizinha"
      source={{ url: '/api/gl_city', params: { state: 'SP' } }}
      value={town}
      onChange={setTown}
      minLength={2}
      maxLength={12}
      clearable
    />
  )
}
