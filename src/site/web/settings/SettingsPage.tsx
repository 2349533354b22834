import { useEffect, useState } from 'react'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { useLeaveQuestion } from '#kit/web/edit/useLeaveQuestion.ts'
import { Form } from '#kit/web/form/Form.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { editSettings, type WireSettings } from '../../settingsContract.ts'
import { LogoForm } from './LogoForm.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SectionList } from './SectionList.tsx'
import { sectionNames } from '../backoffice/sectionNames.ts'
import { sectionFields } from './sections.ts'
import css from './Settings.module.css'
import { useFailedSections } from './useFailedSections.ts'
import { useSettingsForm } from './useSettingsForm.ts'

export default function SettingsPage() {
  return (
    <StaffPage title="Configurações">
      <LoadedSettings />
    </StaffPage>
  )
}

function LoadedSettings() {
  return (
    <LoadView load={useCall(editSettings)} failed="Não foi possível carregar as configurações">
      {({ entity }) => <Settings loaded={entity} />}
    </LoadView>
  )
}

/** One form of all sections, so what was typed in one stays while another is shown. */
function Settings({ loaded }: { loaded: WireSettings }) {
  const [settings, setSettings] = useState(loaded)
  const { form, changes, save, discard, discarded } = useSettingsForm(loaded, setSettings)
  const wanted = useRoute().query['section']
  const { id, title } = sectionNames.find((section) => section.id === wanted) ?? sectionNames[0]
  const Fields = sectionFields[id]
  useEffect(() => {
    // It answers a promise in newer browsers, which is no clean-up.
    scrollTo(0, 0)
  }, [id])
  const failed = useFailedSections(form, id)
  useLeaveQuestion(changes > 0)
  return (
    <div className={css.settings}>
      <SectionList shown={id} failed={failed} />
      <div className="stack far">
        {Fields === null && (
          <LogoForm
            logoUrl={settings.logoUrl}
            onChange={(logoUrl) => setSettings({ ...settings, logoUrl })}
          />
        )}
        <Form form={form} onSubmit={save}>
          {Fields !== null && (
            <Panel title={title}>
              <Fields key={discarded} settings={settings} />
            </Panel>
          )}
          {(Fields !== null || changes > 0) && (
            <SaveBar changes={changes} busy={form.formState.isSubmitting} onDiscard={discard} />
          )}
        </Form>
        <AdditionalInfo key={settings.updated_at} entity={settings} />
      </div>
    </div>
  )
}
