import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmSequenceIterator;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;

/**
 * Validates XML by XML Schema (.xsd) and by Schematron that was compiled to XSLT (.xslt). Arguments are schemas, then the files that they
 * are for, then other schemas, and so on. Writes what Mustang.java writes: for each file a line with its name and `true` or `false`, then a line for
 * each message.
 */
public class Schematron {
  private static final Pattern RULE = Pattern.compile("\\[([A-Z]+-[^\\]]+)\\]");
  private static final String SVRL = "http://purl.oclc.org/dsdl/svrl";

  private final Processor processor = new Processor(false);
  private final Map<String, XsltExecutable> rules = new HashMap<>();
  private final Map<String, Schema> schemas = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // what the libraries say
    Schematron schematron = new Schematron();
    List<String> judges = new ArrayList<>();
    boolean isAfterFile = false;
    for (String argument : arguments) {
      boolean isFile = !argument.endsWith(".xsd") && !argument.endsWith(".xslt");
      if (!isFile && isAfterFile) judges.clear();
      if (!isFile) judges.add(argument);
      else schematron.judge(argument, judges, out);
      isAfterFile = isFile;
    }
  }

  private void judge(String file, List<String> judges, PrintStream out) throws Exception {
    List<String> messages = new ArrayList<>();
    boolean isValid = true;
    for (String judge : judges) isValid &= judge.endsWith(".xsd") ? hasSchema(file, judge, messages) : keepsRules(file, judge, messages);
    out.println(file + "\t" + isValid);
    for (String message : messages) out.println("\t" + message);
  }

  private boolean hasSchema(String file, String path, List<String> messages) throws Exception {
    if (!schemas.containsKey(path))
      schemas.put(path, SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(new File(path)));
    try {
      schemas.get(path).newValidator().validate(new StreamSource(new File(file)));
      return true;
    } catch (org.xml.sax.SAXException fault) {
      messages.add("error\tschema\t" + plain(fault.getMessage()));
      return false;
    }
  }

  private boolean keepsRules(String file, String path, List<String> messages) throws Exception {
    if (!rules.containsKey(path)) rules.put(path, processor.newXsltCompiler().compile(new StreamSource(new File(path))));
    XsltTransformer transformer = rules.get(path).load();
    XdmDestination report = new XdmDestination();
    transformer.setSource(new StreamSource(new File(file)));
    transformer.setDestination(report);
    try {
      transformer.transform();
    } catch (SaxonApiException fault) {
      messages.add("error\tschema\t" + plain(fault.getMessage())); // such as two amounts where a rule counts on one
      return false;
    }
    boolean isKept = true;
    XdmSequenceIterator<XdmNode> nodes = report.getXdmNode().axisIterator(Axis.DESCENDANT);
    while (nodes.hasNext()) {
      XdmNode node = nodes.next();
      QName name = node.getNodeName();
      if (name == null || !name.getNamespaceURI().equals(SVRL)) continue;
      if (!name.getLocalName().equals("failed-assert") && !name.getLocalName().equals("successful-report")) continue;
      String flag = node.getAttributeValue(new QName("flag"));
      boolean isWarning = flag != null && (flag.equals("warning") || flag.equals("information"));
      isKept &= isWarning;
      String text = plain(node.getStringValue());
      Matcher rule = RULE.matcher(text);
      String given = node.getAttributeValue(new QName("id"));
      String id = rule.lookingAt() ? rule.group(1) : given == null ? "schema" : given; // none: an element that the profile lacks
      messages.add((isWarning ? "warning" : "error") + "\t" + id + "\t" + text);
    }
    return isKept;
  }

  private static String plain(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
