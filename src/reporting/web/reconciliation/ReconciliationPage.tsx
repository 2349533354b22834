import * as z from 'zod/mini'
import { numberText } from '#kit/text/formats.ts'
import { call } from '#kit/web/call/call.ts'
import { sendForm } from '#kit/web/form/sendForm.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Button } from '#kit/web/Button.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { DeleteButton } from '#kit/web/list/DeleteButton.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { listStatements, removeStatement, uploadStatement } from '../../reconciliation.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { formatDay } from '#kit/calendar.ts'

export default function ReconciliationPage() {
  return (
    <StaffPage title="Conciliação">
      <UploadForm />
      <EndpointList
        endpoint={listStatements}
        label="Extratos"
        failed="Não foi possível carregar os extratos"
        search="Nome do arquivo"
        empty={{
          icon: 'receipt',
          title: 'Nenhum extrato',
          text: 'Exporte o extrato no site da adquirente e envie o arquivo CSV.',
        }}
        keyOf={({ id }) => id}
        href={({ id }) => hrefTo('staff.statement', { params: { id: String(id) } })}
        columns={[
          { title: 'Arquivo', cell: ({ name }) => name },
          {
            title: 'Período',
            cell: ({ from_day, to_day }) => `${formatDay(from_day)} a ${formatDay(to_day)}`,
          },
          { title: 'Lançamentos', numeric: true, cell: ({ lines }) => numberText(lines) },
          {
            title: 'Enviado por',
            cell: ({ uploaded_by }) => uploaded_by ?? 'conta excluída',
            wideOnly: true,
          },
          { title: 'Enviado em', cell: ({ created_at }) => dateTimeText(created_at), wideOnly: true },
        ]}
        actions={({ id, name }, reload) => (
          <DeleteButton
            name={name}
            remove={() => call(removeStatement, { params: { id } })}
            onDeleted={reload}
          />
        )}
      />
    </StaffPage>
  )
}

type Entry = { statement: File | null }

const schema = z.object({
  statement: z.any().check(z.refine((file) => file instanceof File, 'Escolha o arquivo do extrato.')),
})

function UploadForm() {
  const form = useForm<Entry>({ schema, defaultValues: { statement: null } })
  const send = useOneAtATime(async ({ statement }: Entry) => {
    const { entity } = await whileLoading(sendForm(uploadStatement, { values: { statement } }))
    go('staff.statement', { params: { id: String(entity.id) } })
  })
  return (
    <Form form={form} onSubmit={send}>
      <Panel title="Comparar um extrato">
        <FileField
          name="statement"
          label="Extrato da adquirente ou do banco"
          hint="O arquivo CSV como a adquirente ou o banco o exporta. Até 5 MB."
          accept=".csv,text/csv"
        />
        <Button type="submit" variant="plain" icon="receipt">
          Enviar e comparar
        </Button>
      </Panel>
    </Form>
  )
}
