import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { sendForm } from '#kit/web/call/form.ts'
import { useCall } from '#kit/web/call/useLoad.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { FileField } from '#kit/web/form/FileField.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify, notifyFailure } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { editSettings, removeLogo, saveLogo } from '../../settingsContract.ts'
import register from '#staff/web/backoffice/Register.module.css'
import css from './Settings.module.css'

type Entry = { logo: File | null }

const schema = z.object({
  logo: z.any().check(z.refine((file) => file instanceof File, 'Escolha a imagem do logotipo.')),
})

export function LogoForm() {
  const form = useForm<Entry>({ schema, defaultValues: { logo: null } })
  const { view, reload } = useCall(editSettings)
  const logo = view.state === 'ready' ? view.value.entity.logoUrl : null
  const save = async ({ logo: file }: Entry) => {
    await whileLoading(sendForm(saveLogo, { values: { logo: file } }))
    form.reset({ logo: null })
    notify('Logotipo salvo.', 'success')
    reload()
  }
  const remove = async () => {
    if (!(await confirm('Remover o logotipo?', { yes: 'Remover', danger: true }))) return
    try {
      await whileLoading(call(removeLogo))
      reload()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <div className={register.shown}>
      <Form form={form} onSubmit={save}>
        <Panel title="Logotipo">
          {logo !== null && <img className={css.logo} src={logo} alt="Logotipo atual" />}
          <FileField
            name="logo"
            label="Imagem"
            hint="PNG, JPEG ou WebP, até 200 KB. Mostrada com 250 px de largura, no máximo."
            accept="image/png,image/jpeg,image/webp"
          />
          <Button look="plain" type="submit">
            Enviar logotipo
          </Button>
          {logo !== null && (
            <Button look="danger" onClick={() => void remove()}>
              Remover logotipo
            </Button>
          )}
        </Panel>
      </Form>
    </div>
  )
}
