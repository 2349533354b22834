import { LotScreen } from '#parking/web/backoffice/LotScreen.tsx'
import { Versions } from './tariff/Versions.tsx'

export default function LotPage() {
  return <LotScreen tariff={({ id, mayEdit }) => <Versions lotId={id} mayEdit={mayEdit} />} />
}
