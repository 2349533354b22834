import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { type FileRule, fileSchema } from '#kit/web/form/fileRule.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { sendForm } from '#kit/web/form/sendForm.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import * as contract from '../../settingsContract.ts'
import css from './Settings.module.css'

type LogoEntry = { logo: File | null }

const logoFile: FileRule = {
  accept: 'image/png,image/jpeg,image/webp',
  maxBytes: contract.maxLogoBytes,
  missing: 'Escolha a imagem do logotipo.',
  wrong: 'Envie uma imagem PNG, JPEG ou WebP.',
}

const logoSchema = z.object({ logo: fileSchema(logoFile) })

type Props = { logoUrl: string | null; onChange: (logoUrl: string | null) => void }

export function LogoForm({ logoUrl, onChange }: Props) {
  const form = useForm<LogoEntry>({ schema: logoSchema, defaultValues: { logo: null } })
  const save = async ({ logo }: LogoEntry) => {
    const { entity } = await whileLoading(sendForm(contract.saveLogo, { values: { logo } }))
    form.reset({ logo: null })
    notify('Logotipo salvo.', 'success')
    onChange(entity.logoUrl)
  }
  const remove = async () => {
    if (!(await confirm('Remover o logotipo?', { yes: 'Remover', danger: true }))) return
    try {
      await whileLoading(call(contract.removeLogo))
      onChange(null)
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <Form form={form} onSubmit={save}>
      <Panel title="Logotipo">
        {logoUrl !== null && <img className={css.logo} src={logoUrl} alt="Logotipo atual" />}
        <FileField
          name="logo"
          label="Imagem"
          hint="PNG, JPEG ou WebP, até 200 KB. Mostrada com 250 px de largura, no máximo."
          accept={logoFile.accept}
          outcome={
            logoUrl === null
              ? 'Aparece em todas as telas assim que for enviado.'
              : 'Toma o lugar do logotipo atual assim que for enviado.'
          }
        />
        <Button variant="plain" type="submit">
          Enviar logotipo
        </Button>
        {logoUrl !== null && (
          <Button variant="danger" onClick={() => void remove()}>
            Remover logotipo
          </Button>
        )}
      </Panel>
    </Form>
  )
}
