/** Elements that a script of the document would have filled, left empty because scripts never run. */
import { attribute, isElement, isText, ownText } from '../html.js';
/** What a script says that writes into elements. */
const WRITES = /\.(?:innerHTML|innerText|textContent|insertRow|insertAdjacent\w+|appendChild|append|prepend|replaceChildren|html|text)\b/;
/** What may be a name of an element: `getElementById('x')`, `querySelector("#x")`, `$('#x tbody')`. */
const NAMES = /["'`]#?([\w-]{1,60})["'`\s]/g;
const MAX_NAMES = 2_000;
/** Empty until something happens that does not happen on paper. */
const FOR_EVENTS = /error|toast|alert|status|message|msg|modal|load|spin|overlay|tooltip|popup|dialog|menu|notif|warn|result|suggest|dropdown/i;
/** Empty by nature, or filled by whoever reads. */
const NEVER_FILLED = new Set('input select textarea button img br hr wbr col area canvas video audio picture progress meter output iframe style title datalist dialog template'.split(' '));
/** Names of the elements that inline scripts write into. */
export class WrittenElements {
    names = new Set();
    /** Whether there is a script that may do anything. */
    isAny = false;
    /** @param script one that is not known for what it draws. */
    add(script) {
        const type = attribute(script, 'type')?.value ?? '';
        if (type !== '' && !/javascript|module/i.test(type))
            return;
        this.isAny = true;
        const text = ownText(script);
        if (!WRITES.test(text))
            return;
        for (const [, name] of text.matchAll(NAMES)) {
            if (this.names.size >= MAX_NAMES)
                return;
            if (name !== undefined && !FOR_EVENTS.test(name))
                this.names.add(name);
        }
    }
    /** @param root of the checked tree. @returns the first that is left empty: a table's body with an id, or one that a script names. */
    firstEmpty(root) {
        if (!this.isAny)
            return undefined;
        const nodes = [...root.childNodes].reverse();
        for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
            if (!isElement(node) || isHidden(node))
                continue;
            if (this.isLeftEmpty(node))
                return node;
            for (let index = node.childNodes.length - 1; index >= 0; index--)
                nodes.push(node.childNodes[index]);
        }
        return undefined;
    }
    isLeftEmpty(element) {
        const { tagName, childNodes } = element;
        const id = attribute(element, 'id')?.value;
        const isNamed = id !== undefined && (tagName === 'tbody' || this.names.has(id));
        return isNamed && !NEVER_FILLED.has(tagName) && childNodes.every(isBlank);
    }
}
const isBlank = (node) => isText(node) && node.value.trim() === '';
const isHidden = (element) => attribute(element, 'hidden') !== undefined || /display\s*:\s*none/.test(attribute(element, 'style')?.value ?? '');
//# sourceMappingURL=unfilled.js.map