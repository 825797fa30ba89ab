import { ActionForm } from '../../../_ui/action-form.tsx';
import { eraseHistory } from '../../ask/actions.ts';

export function EraseHistory() {
  return (
    <ActionForm action={eraseHistory}>
      <button type="submit" className="btn btn-plain">
        Erase all questions and answers
      </button>
    </ActionForm>
  );
}
