import { useState } from 'react'
import * as z from 'zod/mini'
import { numberText } from '#kit/text/formats.ts'
import { call } from '#kit/web/call/call.ts'
import { sendForm } from '#kit/web/form/sendForm.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { type FileRule, fileSchema } from '#kit/web/form/fileRule.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { DeleteButton } from '#kit/web/list/DeleteButton.tsx'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { go, hrefTo } from '#kit/web/route/routes.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { listStatements, maxStatementBytes, removeStatement, uploadStatement } from '../../reconciliation.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { formatDay } from '#kit/calendar.ts'

export default function ReconciliationPage() {
  return (
    <StaffPage title="Conciliação" actions={<CompareButton />}>
      <EndpointList
        endpoint={listStatements}
        label="Extratos"
        nouns={['extrato', 'extratos']}
        failed="Não foi possível carregar os extratos"
        search="Nome do arquivo"
        empty={{
          icon: 'receipt',
          title: 'Nenhum extrato',
          text: 'Exporte o extrato no site da adquirente e envie o arquivo: CSV, Excel ou OFX.',
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

const statementFile: FileRule = {
  accept: '.csv,.txt,.xlsx,.ofx,text/csv',
  maxBytes: maxStatementBytes,
  missing: 'Escolha o arquivo do extrato.',
  wrong: 'Envie um arquivo CSV, Excel (.xlsx) ou OFX.',
}

const schema = z.object({ statement: fileSchema(statementFile) })

function CompareButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" type="button" onClick={() => setIsOpen(true)}>
        Comparar um extrato
      </Button>
      {isOpen && (
        <Dialog title="Comparar um extrato" onClose={() => setIsOpen(false)}>
          <UploadForm />
        </Dialog>
      )}
    </>
  )
}

function UploadForm() {
  const form = useForm<Entry>({ schema, defaultValues: { statement: null } })
  const send = useOneAtATime(async ({ statement }: Entry) => {
    const { entity } = await whileLoading(sendForm(uploadStatement, { values: { statement } }))
    go('staff.statement', { params: { id: String(entity.id) } })
  })
  return (
    <Form form={form} onSubmit={send}>
      <FileField
        name="statement"
        label="Extrato da adquirente ou do banco"
        hint="O arquivo CSV, Excel (.xlsx) ou OFX como a adquirente ou o banco o exporta. Até 5 MB."
        accept={statementFile.accept}
        outcome="Será comparado com o que o portal registrou. Nenhum pagamento muda."
      />
      <Button>Enviar e comparar</Button>
    </Form>
  )
}
