import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { eraseHistory } from '../../ask/actions.ts';

export function EraseHistory() {
  return (
    <ActionButton action={eraseHistory} className="btn btn-plain">
      Erase all questions and answers
    </ActionButton>
  );
}
